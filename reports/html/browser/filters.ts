import { all, byId } from './dom.ts'

/** A requirement's part of the page, its cell in the grid, and the text that a search looks through. */
interface Entry {
  readonly node: HTMLDetailsElement
  readonly cell: Element | null
  readonly text: string
}

/** Shows the form of filters, and makes it narrow the list and the grid. */
export function startFilters(): void {
  const form = byId('filters', HTMLFormElement)
  const status = byId('shown', HTMLElement)
  const entries = all('details.requirement', HTMLDetailsElement).map(entryOf)
  const update = () => {
    const shown = applyFilter(new FormData(form), entries)
    status.textContent = `${shown} of ${entries.length} requirements shown`
  }
  form.hidden = false
  form.addEventListener('input', update)
  // The event comes before the fields are empty.
  form.addEventListener('reset', () => setTimeout(update))
  form.addEventListener('submit', (event) => event.preventDefault())
  update()
}

function entryOf(node: HTMLDetailsElement): Entry {
  const parts = node.querySelectorAll(':scope > summary, :scope > .facts dd')
  return {
    node,
    cell: document.querySelector(`[data-for="${node.id}"]`),
    text: [...parts]
      .map((part) => part.textContent)
      .join(' ')
      .toLowerCase(),
  }
}

/** @returns how many requirements are left to see. */
function applyFilter(chosen: FormData, entries: readonly Entry[]): number {
  const words = String(chosen.get('text')).toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ node: { dataset }, text }: Entry) =>
    isChosen(chosen.getAll('verdict'), dataset.verdict) &&
    isChosen(chosen.getAll('level'), dataset.level) &&
    isChosen(chosen.getAll('family').filter(Boolean), dataset.family) &&
    words.every((word) => text.includes(word))
  const shown = new Set(entries.filter(fits))
  for (const entry of entries) {
    entry.node.hidden = !shown.has(entry)
    entry.cell?.classList.toggle('dim', entry.node.hidden)
  }
  for (const section of all('section.family', HTMLElement))
    section.hidden = !section.querySelector('details.requirement:not([hidden])')
  return shown.size
}

/** Nothing chosen in a group means all of it. */
function isChosen(choices: readonly FormDataEntryValue[], value = ''): boolean {
  return choices.length === 0 || choices.includes(value)
}
