export { generateMetadata, Page as default } from '#components/aptos/collection/traits-page.tsx'
