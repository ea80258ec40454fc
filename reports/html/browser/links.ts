import type { ExchangeLog } from './exchange-log.ts'

/** Makes links into the page open what they point to, even an exchange that is no element yet. */
export function startLinks(logs: readonly ExchangeLog[]): void {
  addEventListener('hashchange', () => follow(logs))
  follow(logs)
}

function follow(logs: readonly ExchangeLog[]): void {
  const name = decodeURIComponent(location.hash.slice(1))
  const [, exchange] = /^exchange-(\d+)$/.exec(name) ?? []
  if (exchange !== undefined) for (const log of logs) log.reveal(Number(exchange))
  const target = document.getElementById(name)
  if (!target) return
  openAround(target)
  target.scrollIntoView()
}

/** What a filter hides and what is folded would otherwise keep the target out of sight. */
function openAround(target: HTMLElement): void {
  for (let each: HTMLElement | null = target; each; each = each.parentElement) {
    if (each instanceof HTMLDetailsElement) each.open = true
    each.hidden = false
  }
}
