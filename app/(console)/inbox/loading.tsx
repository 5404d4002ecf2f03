import { LoadingPage } from "@/components/ui/skeleton";

const Loading = () => <LoadingPage heights={["h-8 w-32", "h-14 w-96", "h-80"]} />;
export default Loading;
