export { generateMetadata, Page as default } from '#components/aptos/creator-page.tsx'
