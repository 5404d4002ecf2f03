import { LoadingPage } from "@/components/ui/skeleton";

const Loading = () => <LoadingPage title="Costs" heights={["h-9 w-96", "h-20", "h-64", "h-80"]} />;
export default Loading;
