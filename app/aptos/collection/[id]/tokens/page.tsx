export { generateMetadata, Page as default } from '#components/aptos/collection/tokens-page.tsx'
