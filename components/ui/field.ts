/** The classes of a text field and of its label. */
export const fieldClasses = 'h-9 w-full min-w-0 rounded-lg border border-line bg-surface px-2.5 text-sm'
export const fieldLabelClasses = 'mb-1 block text-muted text-xs'
