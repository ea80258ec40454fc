import type { TargetConfig } from '../../client/environment/config.ts'
import type { Table } from './cases.ts'

/** One thing along which services differ in what they get wrong, with all values of it that are tried, by name. */
export interface Axis<Value = unknown> {
  readonly name: string
  readonly values: Table<Value>
}

/** An axis of these values. A name tells a person what is special about its value. */
export function axis<Value>(name: string, values: Table<Value>): Axis<Value> {
  return { name, values }
}

/** Axes by the names under which a test gets their values; some depend on what is known of the target. */
export type Axes = Readonly<Record<string, Axis | ((target: TargetConfig) => Axis)>>

type AxisOf<Given> = Given extends (target: TargetConfig) => infer Made ? Made : Given

/** One value of each axis. */
export type Combination<Given extends Axes> = {
  readonly [Key in keyof Given]: AxisOf<Given[Key]> extends Axis<infer Value> ? Value : never
}

/** The axes as they are for a target. */
export function axesFor(axes: Axes, target: TargetConfig): Readonly<Record<string, Axis>> {
  return Object.fromEntries(
    Object.entries(axes).map(([key, one]) => [key, typeof one === 'function' ? one(target) : one]),
  )
}
