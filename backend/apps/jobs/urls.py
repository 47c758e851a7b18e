from django.urls import path

from apps.jobs import approval_views, check_views, result_views, views

urlpatterns = [
    path("jobs", views.JobsView.as_view()),
    path("jobs/<int:job_id>", views.JobView.as_view()),
    path("jobs/<int:job_id>/cancel", views.JobCancelView.as_view()),
    path("jobs/<int:job_id>/pause", views.JobPauseView.as_view()),
    path("jobs/<int:job_id>/resume", views.JobResumeView.as_view()),
    path("jobs/<int:job_id>/rate", views.JobRateView.as_view()),
    path("jobs/<int:job_id>/priority", views.JobPriorityView.as_view()),
    path("jobs/<int:job_id>/promote", views.JobPromoteView.as_view()),
    path("jobs/<int:job_id>/check", check_views.JobCheckView.as_view()),
    path("jobs/<int:job_id>/undo", views.JobUndoView.as_view()),
    path("jobs/<int:job_id>/approve", approval_views.JobApproveView.as_view()),
    path("jobs/<int:job_id>/refuse", approval_views.JobRefuseView.as_view()),
    path("approvals", approval_views.ApprovalsView.as_view()),
    path("jobs/<int:job_id>/errors", result_views.JobErrorsView.as_view()),
    path("jobs/<int:job_id>/errors/file", result_views.JobErrorsFileView.as_view()),
    path("jobs/<int:job_id>/changes", result_views.JobChangesView.as_view()),
    path("jobs/<int:job_id>/changes/file", result_views.JobChangesFileView.as_view()),
]
