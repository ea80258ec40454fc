import type { ExchangeLine, ExchangeTable } from '../exchange-table.ts'
import { element } from './dom.ts'
import { lineElement } from './exchange-line.ts'

/** So many exchanges more become elements at a time: thousands at once would stop the page. */
const PAGE = 200

/** The exchanges of one requirement, made into elements when somebody unfolds them. */
export class ExchangeLog {
  readonly #node: HTMLDetailsElement
  readonly #table: ExchangeTable
  readonly #more = element('button')
  #lines: readonly ExchangeLine[] = []
  #shown = 0

  /** @param node the folded part of the page that they belong into; its data attribute names the requirement. */
  constructor(node: HTMLDetailsElement, table: ExchangeTable) {
    this.#node = node
    this.#table = table
    this.#more.type = 'button'
    this.#more.addEventListener('click', () => this.#show(this.#shown + PAGE))
    node.addEventListener('toggle', () => {
      if (node.open) this.#begin()
    })
  }

  /** Makes the element of this exchange, and those before it, if it is one of this log. */
  reveal(id: number): void {
    const { requirement } = this.#node.dataset
    if (!this.#table.lines.some((line) => line[0] === id && line[1] === requirement)) return
    this.#begin()
    this.#show(this.#lines.findIndex((line) => line[0] === id) + 1)
  }

  #begin(): void {
    if (this.#shown > 0) return
    const { lines, left } = this.#table
    const { requirement } = this.#node.dataset
    this.#lines = lines.filter((line) => line[1] === requirement)
    const cut =
      'Bodies are cut to their start and only the first exchanges have them; exchanges.har has the rest.'
    const missing = left > 0 ? ` The last ${left} exchanges of the run are not on this page.` : ''
    this.#node.append(element('p', cut + missing, 'quiet'))
    this.#show(PAGE)
  }

  /** @param count of all exchanges of this log, from the first. */
  #show(count: number): void {
    if (count <= this.#shown) return
    this.#more.remove()
    const added = this.#lines.slice(this.#shown, count)
    this.#node.append(...added.map((line) => lineElement(line, this.#table.urls)))
    this.#shown += added.length
    const left = this.#lines.length - this.#shown
    if (left === 0) return
    this.#more.textContent = `${left} more`
    this.#node.append(this.#more)
  }
}
