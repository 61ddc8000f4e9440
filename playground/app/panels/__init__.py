"""What is drawn with Dear ImGui: a file a panel."""
