/** `system` follows the machine's own preference. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const isTheme = (text: unknown): text is Theme => themes.some((theme) => theme === text)
