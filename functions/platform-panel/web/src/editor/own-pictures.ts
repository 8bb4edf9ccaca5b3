// Pictures of the platform inside a text. They need the session, so they are fetched, and shown from memory.
import { api, ask } from "../api/client";

const OWN = /^\/api\/v1\/media\/(\d+)\/webp$/;

/** The address by which a text names a picture of the platform. */
export const addressOf = (id: number) => `/api/v1/media/${id}/webp`;

/** The picture that an address names; undefined for that of another host. */
export function ownPicture(address: string): number | undefined {
  const id = OWN.exec(address)?.[1];
  return id === undefined ? undefined : Number(id);
}

const fetched = new Map<number, Promise<string>>();

/** An address of the picture in memory. */
export function shownFrom(id: number): Promise<string> {
  let address = fetched.get(id);
  if (!address) {
    const request = api.GET("/api/v1/media/{id}/webp", { params: { path: { id } }, parseAs: "blob" }) as Promise<{
      data?: Blob;
      error?: unknown;
      response: Response;
    }>;
    address = ask(request).then((blob) => URL.createObjectURL(blob));
    address.catch(() => fetched.delete(id));
    fetched.set(id, address);
  }
  return address;
}

/** Fetches the platform's pictures in markup that is not shown yet, and shows each when it has come. */
export function loadOwnPictures(markup: HTMLElement) {
  for (const image of markup.querySelectorAll("img")) {
    const id = ownPicture(image.getAttribute("src") ?? "");
    if (id === undefined) continue;
    image.removeAttribute("src");
    shownFrom(id).then(
      (address) => {
        image.src = address;
      },
      () => image.replaceWith("A imagem não está disponível."),
    );
  }
}
