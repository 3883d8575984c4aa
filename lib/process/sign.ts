/** File descriptor of the pipe over which a supervised process signals its parent that it is alive. */
export const signDescriptor = 3

/** Command-line flag of a process that has this pipe. */
export const supervisedFlag = '--supervised'

/** Command-line flags that report how the previous process ended, if that was its own fault. */
export const previousEndFlags = { hung: '--after-hang', crashed: '--after-crash' } as const

/**
 * Bytes sent over the pipe: `alive` every second, `stuck` before a process ends itself because its event loop is
 * blocked.
 */
export const signs = { alive: 'a', stuck: 's' } as const

/** Interval between two signs, and between two checks for them. */
export const tickMs = 1_000
