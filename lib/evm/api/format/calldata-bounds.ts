/** A request is a URL, which servers and proxies take up to 16 KiB of. */
export const calldataBytesMax = 5_000
/** What nodes accept of a transaction. */
export const keptCalldataBytesMax = 131_072
/** The most gas of a simulated call; `SIMULATION_GAS` may lower it. */
export const simulationGasMax = 30_000_000
