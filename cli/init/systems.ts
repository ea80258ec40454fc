/** The CI systems that `init` writes a file for. */
export const ciSystems = ['github', 'gitlab', 'jenkins', 'none'] as const
export type CiSystem = (typeof ciSystems)[number]
