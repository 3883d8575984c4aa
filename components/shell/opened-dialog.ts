/**
 * A dialog by its name, and the element that was pressed for it: its `data-value` names the subject. No name: none is open.
 * A letter: that key.
 */
export type OpenedDialog = { name: string; by?: HTMLElement }
