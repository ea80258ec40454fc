import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { z } from 'zod'

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const findingsSchema = z.array(z.object({ id: z.string(), targets: z.string() }))

/** What axe complains about on a page, all unfolded; nothing where the page is accessible as far as axe can tell. */
export async function axeFindings(page: Page): Promise<z.infer<typeof findingsSchema>> {
  await page.locator('details').evaluateAll((all) => {
    for (const node of all) node.setAttribute('open', '')
  })
  // By the debugger's door: the page's own policy would keep it out.
  await page.evaluate(source)
  const found: unknown = await page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ html }) => html.slice(0, 120)).join('; ') })))`,
  )
  return findingsSchema.parse(found)
}
