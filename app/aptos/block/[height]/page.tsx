export { generateMetadata, Page as default } from '#components/aptos/block/block-page.tsx'
