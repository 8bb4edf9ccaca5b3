// The bytes of a picture that this page holds in memory.

/** The file of a picture at a `blob:` address. It is drawn, because the page's policy lets no script fetch such an address. */
export async function fileInMemory(address: string, name: string): Promise<File> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/png" });
  return new File([blob], `${name.replace(/\.\w+$/, "")}.png`, { type: "image/png" });
}
