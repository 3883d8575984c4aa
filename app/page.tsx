export { Page as default } from '#components/server/home-page.tsx'
