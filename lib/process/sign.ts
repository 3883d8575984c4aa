/** File descriptor of the pipe over which a supervised process tells its parent that it is alive. */
export const signDescriptor = 3

/** Command-line word that tells a process that it has this pipe. */
export const supervisedFlag = '--supervised'

/** Command-line words that tell a process how the one before it ended, where that was its own doing. */
export const previousEndFlags = { hung: '--after-hang', crashed: '--after-crash' } as const

/** Bytes sent over the pipe: one a second, and one before a process ends itself because its event loop is stuck. */
export const signs = { alive: 'a', stuck: 's' } as const

/** Between two signs, and between two looks at them. */
export const tickMs = 1_000
