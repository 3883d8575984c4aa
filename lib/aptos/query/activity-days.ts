const millisecondsOfDay = 86_400_000

/** Days since 1970 as ISO dates, with their number of activities. */
export const activityDays = (rows: readonly { day: number; activity_count: number }[]) =>
  rows.map(({ day, activity_count }) => ({
    day: new Date(day * millisecondsOfDay).toISOString().slice(0, 10),
    activity_count,
  }))
