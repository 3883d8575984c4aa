/**
 * The address of a script beside a module, by the module's own address. A bundle has the scripts of all modules beside it
 * (lib/server/build/bundle-processes.ts).
 */
export const scriptUrl = (path: `./${string}.ts`, moduleUrl: string): URL =>
  new URL(moduleUrl.endsWith('.mjs') ? path.replace(/\.ts$/, '.mjs') : path, moduleUrl)
