import type { Command } from 'commander'
import { onTestFinished, vi } from 'vitest'

/**
 * Runs one command in this process: what it prints, and its exit status.
 * @throws what the command throws
 */
export async function printedBy(
  command: Command,
  args: readonly string[],
): Promise<{ printed: string; status: unknown }> {
  let printed = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text
    return true
  })
  onTestFinished(() => {
    process.exitCode = 0
  })
  try {
    await command.exitOverride().parseAsync(args, { from: 'user' })
    return { printed, status: process.exitCode }
  } finally {
    write.mockRestore()
  }
}
