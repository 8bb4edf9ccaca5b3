// What a post still lacks, each with the way to its place.
import type { components } from "../api/schema";
import { Note } from "../design/notes";
import { goToField } from "./places";

const PLACES: Record<string, string> = {
  title: "title",
  body: "corpo",
  media: "imagem",
  featured_media_id: "imagem",
  featured_media: "imagem",
  faq_data: "perguntas",
};

export function Missing({ issues, onGo }: { issues: components["schemas"]["IssueBody"][]; onGo: () => void }) {
  return (
    <Note kind="warn">
      <p>
        <strong>Conteúdo incompleto.</strong>
      </p>
      <ul>
        {issues.map((issue) => (
          <li key={`${issue.field} ${issue.code}`}>
            <button
              type="button"
              className="link"
              onClick={() => {
                onGo();
                setTimeout(() => goToField(PLACES[issue.field.split(".")[0] ?? ""] ?? "corpo"), 50);
              }}
            >
              {issue.message}
            </button>
          </li>
        ))}
      </ul>
    </Note>
  );
}
