export { generateMetadata, Page as default } from '#components/aptos/token-page.tsx'
