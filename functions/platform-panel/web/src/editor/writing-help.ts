// Suggestions of the providers: short texts that a person accepts or changes.
import { useMutation } from "@tanstack/react-query";

import { api, ask } from "../api/client";

/** What the providers are called on the screen. */
export const PROVIDERS: Record<string, string> = { openai: "OpenAI", anthropic: "Anthropic", gemini: "Google Gemini" };

/** Suggests an alternative text for a picture. */
export function useAltText(picture: number, onText: (text: string) => void) {
  return useMutation({
    mutationFn: () => ask(api.POST("/api/v1/media/{id}/generate-alt-text", { params: { path: { id: picture } } })),
    onSuccess: ({ text }) => onText(text),
  });
}

type Material = { site_id: number; title: string; body: string; keyword: string };

/** Suggests the title for search engines. */
export function useSeoTitle(material: Material, onText: (text: string) => void) {
  return useMutation({
    mutationFn: () => ask(api.POST("/api/v1/posts/generate-seo-title", { body: material })),
    onSuccess: ({ text }) => onText(text),
  });
}

/** Suggests the description for search engines. */
export function useDescription(material: Material, onText: (text: string) => void) {
  return useMutation({
    mutationFn: () => ask(api.POST("/api/v1/posts/generate-meta-description", { body: material })),
    onSuccess: ({ text }) => onText(text),
  });
}
