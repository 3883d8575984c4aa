export { generateMetadata, Page as default } from '#components/aptos/creator/creator-page.tsx'
