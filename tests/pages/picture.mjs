// A generated PNG of the size of a photograph: a sky, a sun and hills.

import { crc32, deflateSync } from "node:zlib";

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, tail]);
}

export function picture(width, height, hue) {
  const rows = Buffer.alloc(height * (width * 3 + 1));
  let at = 0;
  for (let y = 0; y < height; y++) {
    rows[at++] = 0;
    for (let x = 0; x < width; x++) {
      const far = y / height;
      const hill = 0.62 + 0.1 * Math.sin(x / 170 + hue) + 0.05 * Math.sin(x / 61);
      const sun = Math.hypot(x - width * 0.7, y - height * 0.3) < height * 0.11;
      let color = [235 - 60 * far + 10 * hue, 190 + 40 * far, 150 + 80 * far - 12 * hue];
      if (sun) color = [255, 240, 200];
      if (far > hill) color = [40 + 20 * hue, 90 - 40 * (far - hill), 70];
      for (const part of color) rows[at++] = Math.max(0, Math.min(255, Math.round(part)));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
