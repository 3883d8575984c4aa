export { generateMetadata, Page as default } from '#components/aptos/token/token-page.tsx'
