"""Questions of the quiz that several tests look at, each drawn once."""

from functools import cache

from playground.quiz import questions

drawn_once = cache(questions.sample_question)
