export { generateMetadata, Page as default } from '#components/aptos/creator/collections-page.tsx'
