import type * as z from 'zod'
import type { SettingName } from './descriptions.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The environment while it is parsed. Faults are collected, so that an operator sees all of them at once. */
export type SettingReader = {
  /** The settings that have a value. */
  given: Readonly<Partial<Record<SettingName, string>>>
  /** One sentence each, which begins with the name of its setting. It never repeats a value, which may be a secret. */
  faults: string[]
  /** The parsed value, by default that of `given`; undefined if it has a fault. */
  read: <T>(name: SettingName, schema: z.ZodType<T>, value?: string) => T | undefined
}

/** Reads settings; empty values count as unset. */
export const createSettingReader = (environment: Environment): SettingReader => {
  const given: SettingReader['given'] = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value?.trim()),
  )
  const faults: string[] = []
  return {
    given,
    faults,
    read: (name, schema, value = given[name]) => {
      const parsed = schema.safeParse(value)
      if (parsed.success) return parsed.data
      faults.push(...parsed.error.issues.map((issue) => `${name} ${issue.message}`))
      return undefined
    },
  }
}
