export { generateMetadata, Page as default } from '#components/aptos/collection/owners-page.tsx'
