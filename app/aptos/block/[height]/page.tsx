export { generateMetadata, Page as default } from '#components/aptos/block-page.tsx'
