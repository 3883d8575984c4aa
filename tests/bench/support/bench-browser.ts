import { chromium } from '@playwright/test'

/** The browser of a bench: the one of CHROME_PATH, else Playwright's own. */
export const launchBrowser = () =>
  chromium.launch({ executablePath: process.env.CHROME_PATH, args: ['--no-sandbox', '--disable-gpu'] })
