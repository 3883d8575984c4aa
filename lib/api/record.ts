import * as z from 'zod'

/*
 * Field types of responses. Numbers of chain size are decimal text on the wire; small counts and indexes are JSON
 * numbers where the API has them. `readOutput` accepts an upstream's numbers and strings either way.
 */

/** Unconstrained text. */
export const text = () => z.string()
/** A non-negative integer as decimal text. */
export const decimal = () => z.string().regex(/^\d+$/)
/** 0x and an even number of hex digits, lower case. */
export const hex = () => z.string().regex(/^0x([0-9a-f]{2})*$/)
/** ISO 8601 in UTC with milliseconds: `2023-01-31T10:00:00.000Z`. */
export const timestamp = () => z.iso.datetime({ precision: 3 })
/** ISO 8601 in UTC with microseconds: `2023-01-31T10:00:00.000123Z`. Sources may give fewer digits. */
export const preciseTimestamp = () => z.iso.datetime()
/** A JSON integer. */
export const count = () => z.int().min(0)
export const flag = () => z.boolean()
/** An object with these fields; additional fields are allowed. */
export const record = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.looseObject(shape)
