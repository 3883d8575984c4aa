/** The environment of a production process, without the settings of the user who runs the tests. */
export const bareEnvironment = (): NodeJS.ProcessEnv => ({
  NODE_ENV: 'production',
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  DEMO_TIMES: process.env.DEMO_TIMES,
})
