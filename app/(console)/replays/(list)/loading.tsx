import { LoadingPage } from "@/components/ui/skeleton";

const Loading = () => <LoadingPage title="Replays" heights={["h-8 w-96", "h-80"]} />;
export default Loading;
