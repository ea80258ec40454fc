import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long what was asked to end may take. */
const PATIENCE_MS = 3_000
const POLL_MS = 20

/**
 * The processes of one command: its group, and those that left the group but inherited the mark from its environment
 * (told on systems with /proc alone).
 */
export class Processes {
  readonly #group: number
  readonly #mark: string

  /**
   * @param group the id of the process that leads the group
   * @param mark an entry of the environment, such as `NAME=value`, that no other process has
   */
  constructor(group: number, mark: string) {
    this.#group = group
    this.#mark = mark
  }

  get areAlive(): boolean {
    const members = groupMembers(this.#group)
    const groupLives = members === undefined ? kill(-this.#group, 0) : members.length > 0
    return groupLives || this.#strays().length > 0
  }

  /**
   * How long each thread of the command and of what descends from it was ready to run while the processor was busy with
   * others, in milliseconds; empty where the system does not tell.
   */
  get waitedMs(): ReadonlyMap<string, number> {
    return new Map(threadsOf(this.#group).map((thread) => [thread, waitedOf(thread)]))
  }

  /** Asks all of them to end, and ends those that do not. */
  async end(): Promise<void> {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const strays = this.signal(signal)
      // One that is about to end has no environment any more, by which it was known.
      const areLeft = () => this.areAlive || strays.some((pid) => isRunning(stateOf(pid)))
      for (const start = performance.now(); areLeft() && performance.now() - start < PATIENCE_MS; )
        await sleep(POLL_MS)
    }
  }

  /**
   * At once, for a process that ends itself.
   * @returns those that had left the group.
   */
  signal(signal: 'SIGTERM' | 'SIGKILL'): readonly number[] {
    const strays = this.#strays()
    kill(-this.#group, signal)
    for (const pid of strays) kill(pid, signal)
    return strays
  }

  #strays(): number[] {
    return pids().filter((pid) => pid !== process.pid && read(pid, 'environ').includes(`${this.#mark}\0`))
  }
}

/** False where there is no such process. */
function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    return false
  }
}

/**
 * Those of a group that run; a dead one that nobody has asked about yet is none. Undefined on systems without /proc,
 * where only the group as a whole can be asked for.
 */
function groupMembers(group: number): number[] | undefined {
  const all = pids()
  return all.length === 0 ? undefined : all.filter((pid) => isRunningIn(pid, group))
}

function isRunningIn(pid: number, group: number): boolean {
  const state = stateOf(pid)
  return state.group === group && isRunning(state)
}

interface ProcessState {
  /** One letter; empty where there is no such process. */
  readonly letter: string
  readonly group: number
}

/** By the fields after the name, which may hold anything: state, parent, group. */
function stateOf(pid: number): ProcessState {
  const [letter = '', , group] = read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')
  return { letter, group: Number(group) }
}

function isRunning({ letter }: ProcessState): boolean {
  return letter !== '' && letter !== 'Z' && letter !== 'X'
}

/** Found from parent to child: to look through all processes would cost a busy machine more than it tells. */
function threadsOf(pid: number | string): readonly string[] {
  const threads = entries(`/proc/${pid}/task`).map((thread) => `${pid}/task/${thread}`)
  const children = threads.flatMap((thread) => read(thread, 'children').split(' ').filter(Boolean))
  return [...threads, ...children.flatMap((child) => threadsOf(child))]
}

/** How long the thread that asks was kept waiting, in milliseconds; 0 where the system does not tell. */
export function ownWaitedMs(): number {
  return waitedOf('thread-self')
}

/** By the second field, in nanoseconds. */
function waitedOf(thread: string): number {
  return Number(read(thread, 'schedstat').split(' ')[1] ?? 0) / 1e6
}

function pids(): number[] {
  return entries('/proc').flatMap((name) => (/^\d+$/.test(name) ? Number(name) : []))
}

/** None where there is no such directory. */
function entries(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

/** Empty where it may not be read, or the process is gone. */
function read(place: number | string, file: 'children' | 'environ' | 'schedstat' | 'stat'): string {
  try {
    return readFileSync(`/proc/${place}/${file}`, 'latin1')
  } catch {
    return ''
  }
}
