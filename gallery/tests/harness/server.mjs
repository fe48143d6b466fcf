import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** The built site. */
export const dist = fileURLToPath(new URL("../../dist", import.meta.url));

const types = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".json": "application/json",
  ".map": "application/json",
  ".wasm": "application/wasm",
};

/** Serves the built site below a path: see `serve`. */
export const serveSite = (path = "/", compressed = false) => serve(dist, path, compressed);

/**
 * Serves a folder below a path, on a free port of this machine. What is asked for with `?halt-after=words` comes in two parts, as on a slow line:
 * the first ends 200 bytes behind these words, and if they aren't in it nothing comes.
 *
 * @param {string} folder
 * @param {string} path Begins and ends with a slash.
 * @param {boolean} [compressed] Whether the compressed copies are sent where there are some, as `sidestep gallery` does.
 * @returns {Promise<{address: string, close: () => Promise<void>}>} Where its top is, and how to end it.
 */
export async function serve(folder, path = "/", compressed = false) {
  const server = createServer(async (request, response) => {
    const address = new URL(request.url, "http://localhost");
    const asked = decodeURIComponent(address.pathname);
    const file = normalize(join(folder, asked.slice(path.length) || "index.html"));
    if (!asked.startsWith(path) || !file.startsWith(folder + sep)) return response.writeHead(404).end();
    try {
      const packed = compressed && (await readFile(`${file}.gz`).catch(() => null));
      if (packed) return response.writeHead(200, { "Content-Type": types[extname(file)], "Content-Encoding": "gzip" }).end(packed);
      const content = await readFile(file);
      const words = address.searchParams.get("halt-after");
      if (words !== null && !content.includes(words)) return response.writeHead(404).end();
      response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream" });
      if (words === null) return response.end(content);
      const halt = content.indexOf(words) + 200;
      response.write(content.subarray(0, halt));
      await setTimeout(1000);
      response.end(content.subarray(halt));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: new URL(path, `http://127.0.0.1:${server.address().port}`).href,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
