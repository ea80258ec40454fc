/**
 * A file of the build, for what node itself starts: a worker reads no TypeScript, whoever asks for it.
 * @param path within `dist/`.
 */
export function built(path: string): URL {
  return new URL(`${import.meta.url.endsWith('.ts') ? '../dist/' : '../'}${path}`, import.meta.url)
}
