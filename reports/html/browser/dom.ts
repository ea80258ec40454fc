/** The class of an element, such as `HTMLFormElement`. */
type ElementClass<Kind extends Element> = new () => Kind

/**
 * The element with this id.
 * @throws Error where the page has none, or one of another class.
 */
export function byId<Kind extends Element>(id: string, kind: ElementClass<Kind>): Kind {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`the page has no ${kind.name} #${id}`)
}

/** All elements of this class that a CSS selector finds, in the order of the page. */
export function all<Kind extends Element>(selector: string, kind: ElementClass<Kind>): Kind[] {
  return [...document.querySelectorAll(selector)].filter((one): one is Kind => one instanceof kind)
}

/** Makes an element. Its text is never read as HTML: it may come from the tested service. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = '',
  className = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.textContent = text
  if (className) made.className = className
  return made
}
