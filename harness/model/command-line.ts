/**
 * The command that tests the same target again, to which options are added. It begins with `npx`, since nobody has the
 * program in their PATH: neither in a checkout nor where it is a dependency.
 */
export function commandLine(kind: 'mock' | 'sandbox' | 'application', envFile: string | undefined): string {
  if (kind === 'application')
    return `npx donation-conformance partner --env ${quoted(envFile ?? '.env.partner')}`
  const command = 'npx donation-conformance run'
  if (envFile !== undefined) return `${command} --env ${quoted(envFile)}`
  return kind === 'sandbox' ? `${command} --target sandbox` : command
}

/** As a shell takes it for one word. */
function quoted(word: string): string {
  return /^[\w./:@+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
