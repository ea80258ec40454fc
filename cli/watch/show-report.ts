import { pathToFileURL } from 'node:url'

/**
 * Opens a page in the browser of whoever watches, and says its address: over a line to another machine there is none to
 * open it.
 * @param file the page's path.
 */
export async function showReport(file: string, say: (line: string) => void): Promise<void> {
  say(pathToFileURL(file).href)
  try {
    const { default: open } = await import('open')
    await open(file)
  } catch (error) {
    say(`It could not be opened here: ${error instanceof Error ? error.message : String(error)}`)
  }
}
