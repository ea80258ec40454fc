export { examine } from './engine/examine.ts'
export type { ExamineOptions, Progress } from './engine/options.ts'
export type { Endpoint, PartnerConfig } from './environment/config.ts'
export { readPartnerEnvironment } from './environment/read-environment.ts'
