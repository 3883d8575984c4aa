import { type BuiltProcess, bundleOf, currentBuild, pagesOf } from '#lib/server/build/builds.ts'

/** The build that the tests run, also if the sources are changed meanwhile: set by Vitest's global setup. */
export const testBuild = 'TEST_BUILD'

const build = (): string => process.env[testBuild] ?? currentBuild()

/** The script of a process, as it is built. */
export const builtProcess = (name: BuiltProcess): string => bundleOf(build(), name)

/** The folder that is served as `/_next`. */
export const builtPages = (): string => pagesOf(build())
