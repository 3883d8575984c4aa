/** A time as importing products read it: `2022-12-08 16:35:11`. */
export const tableTime = (iso: string): string => iso.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ')
