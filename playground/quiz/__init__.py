"""The quiz: questions, their placement and their fairness."""
